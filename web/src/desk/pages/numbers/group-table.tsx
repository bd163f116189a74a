// Figures of sites, branches, persons or times as a table, whose first column leads on to the figures of each.
import type { FigureGroup, Figures } from '@walkaround/contract/dms/figures.ts'
import { useQuery } from '../../app/query.ts'
import { Link } from '../../app/router.tsx'
import { useWords } from '../../app/words.tsx'
import type { Query } from '../../paths.ts'
import { ExportButtons } from '../../ui/export-buttons.tsx'
import { queryOfPeriod } from '../../ui/period.ts'
import { type Column, Table } from '../../ui/table.tsx'
import { choicesOf, keyOfFigure, valueIn } from './figure-choice.ts'
import { nameOfFigure, readOf, sayStep, sayValue } from './figure-words.ts'
import { type By, nextBy } from './numbers-query.ts'
import { daysOfStep, isStep, type Step } from './steps.ts'

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

interface Props {
  by: By | Step
  shown: Figures
  sortName?: string
}

export function GroupTable({ by, shown, sortName = 'sort' }: Props) {
  const words = useWords()
  const { t } = words
  const [query] = useQuery()
  const label = ({ name, key = '' }: FigureGroup) => name ?? (isStep(by) ? sayStep(words, by, key) : key)
  const first: Column<FigureGroup> = {
    name: 'name',
    label: t(`numbers.by.${by}`),
    read: (group) => (isStep(by) ? group.key : label(group)),
    show: (group) => (
      <Link to={{ page: 'numbers', query: leadTo(query, by, group.key ?? '', shown) }}>
        {label(group)}
        {group.isOwn && ` (${t('numbers.own')})`}
      </Link>
    ),
  }
  const all = choicesOf(shown).map((choice): Column<FigureGroup> => {
    const { definition, currency } = choice
    return {
      name: keyOfFigure(choice),
      label: nameOfFigure(definition, currency),
      read: (group) => readOf(words, choice, valueIn(group, choice)),
      show: (group) => {
        const found = valueIn(group, choice)
        return found ? sayValue(words, definition, found, currency) : '–'
      },
      isNumber: true,
    }
  })
  const sheet = () => ({
    name: `figures-${by}`,
    columns: [first, ...all],
    rows: shown.groups.map((group) => [first, ...all].map(({ read }) => read(group))),
  })
  return (
    <div className="numbers-groups">
      <Table
        caption={t(isStep(by) ? `numbers.allBy.${by}` : 'numbers.compared')}
        columns={[first, ...all.filter(({ name }) => compared.includes(name.replace(/-.*/, '')))]}
        rows={shown.groups}
        keyOf={({ key = '' }) => key}
        sortName={sortName}
      />
      <ExportButtons make={sheet} />
    </div>
  )
}

/** To the figures of one group; of a time, to its days as the period. */
function leadTo(query: Query, by: By | Step, key: string, { period }: Figures): Query {
  if (!isStep(by)) return { ...query, [by]: key, by: nextBy[by] }
  const { period: _, step: __, ...others } = query
  const { from, to } = queryOfPeriod(daysOfStep(by, key, period))
  return { ...others, ...(from && to ? { from, to } : {}) }
}
