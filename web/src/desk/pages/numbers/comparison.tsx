// Sites, branches, persons or times side by side, as a table whose first column leads on to the figures of each.
import type { FigureGroup, Figures } from '@walkaround/contract/dms/figures.ts'
import { useQuery } from '../../app/query.ts'
import { Link } from '../../app/router.tsx'
import { useWords } from '../../app/words.tsx'
import { ExportButtons } from '../../ui/export-buttons.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { nameOfFigure, sayValue } from './figure-words.ts'
import { type By, leadsOn, nextBy } from './numbers-query.ts'

/** Enough to compare; the others are in the export and in the table of one of them. */
const compared = [
  'orders',
  'checkRate',
  'redPerCar',
  'amberPerCar',
  'offered',
  'sold',
  'soldMoney',
  'upliftPerOrder',
  'checkMinutes',
  'openedShare',
  'stars',
]

export function Comparison({ by, shown }: { by: By; shown: Figures }) {
  const words = useWords()
  const { t } = words
  const [query] = useQuery()
  const label = ({ name, key = '' }: FigureGroup) => name ?? (leadsOn(by) ? key : words.shortDate(key))
  const kinds = new Set(
    shown.groups.flatMap(({ figures }) =>
      figures.map(({ id, currency }) => JSON.stringify([id, currency ?? null])),
    ),
  )
  const known = shown.definitions.flatMap((definition) =>
    [...kinds].flatMap((text) => {
      const [id, currency] = JSON.parse(text) as [string, string | null]
      return id === definition.id ? [{ definition, currency: currency ?? undefined }] : []
    }),
  )
  const first: Column<FigureGroup> = {
    name: 'name',
    label: t(`numbers.by.${by}`),
    read: label,
    show: (group) =>
      leadsOn(by) && group.key !== undefined ? (
        <Link to={{ page: 'numbers', query: { ...query, [by]: group.key, by: nextBy[by] } }}>
          {label(group)}
          {group.isOwn && ` (${t('numbers.own')})`}
        </Link>
      ) : (
        label(group)
      ),
  }
  const all: Column<FigureGroup>[] = known.map(({ definition, currency }) => {
    const find = ({ figures }: FigureGroup) =>
      figures.find((one) => one.id === definition.id && one.currency === currency)
    return {
      name: [definition.id, currency].filter(Boolean).join('-'),
      label: nameOfFigure(definition, currency),
      read: (group) => find(group)?.value ?? find(group)?.count,
      show: (group) => {
        const found = find(group)
        return found ? sayValue(words, definition, found, currency) : '–'
      },
      isNumber: true,
    }
  })
  if (shown.groups.length === 0)
    return (
      <p className="soft">
        {t(by === 'person' && !shown.arePersonsNamed ? 'numbers.notNamed' : 'chart.nothing')}
      </p>
    )
  const sheet = () => ({
    name: `figures-${by}`,
    columns: [first, ...all],
    rows: shown.groups.map((group) => [first, ...all].map(({ read }) => read(group))),
  })
  return (
    <>
      <Table
        caption={t('numbers.compared')}
        columns={[first, ...all.filter(({ name }) => compared.includes(name.replace(/-.*/, '')))]}
        rows={shown.groups}
        keyOf={({ key = '' }) => key}
      />
      <ExportButtons make={sheet} />
    </>
  )
}
