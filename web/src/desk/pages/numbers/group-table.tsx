// Figures of sites, branches, persons or times as a table, whose first column leads on to the figures of each.
import type { FigureGroup, Figures } from '@walkaround/contract/dms/figures.ts'
import { figuresCompared } from '@walkaround/contract/figures.ts'
import { useQuery } from '../../../office/app/query.ts'
import type { Query } from '../../../office/places.ts'
import { ExportButtons } from '../../../office/ui/export-buttons.tsx'
import { queryOfPeriod } from '../../../office/ui/period.ts'
import { type Column, Table } from '../../../office/ui/table.tsx'
import { Link } from '../../app/router.ts'
import { useWords } from '../../app/words.ts'
import { choicesOf, figureOfKey, keyOfFigure, valueIn } from './figure-choice.ts'
import { nameOfFigure, readOf, sayStep, sayValue } from './figure-words.ts'
import { type By, nextBy } from './numbers-query.ts'
import { daysOfStep, isStep, type Step } from './steps.ts'

/** The others are in the export and in the table of one of them. */
const isCompared = ({ name }: { name: string }) =>
  (figuresCompared as readonly string[]).includes(figureOfKey(name))

interface Props {
  by: By | Step
  shown: Figures
  sortName?: string
  /** All figures, for the export, if fewer are shown. */
  readAll?: () => Promise<Figures>
}

export function GroupTable({ by, shown, sortName = 'sort', readAll }: Props) {
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
  const columnsOf = (figures: Figures) =>
    choicesOf(figures).map((choice): Column<FigureGroup> => {
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
  const sheet = async () => {
    const all = readAll ? await readAll() : shown
    const columns = [first, ...columnsOf(all)]
    return {
      name: `figures-${by}`,
      columns,
      rows: all.groups.map((group) => columns.map(({ read }) => read(group))),
    }
  }
  return (
    <div className="numbers-groups">
      <Table
        caption={t(isStep(by) ? `numbers.allBy.${by}` : 'numbers.compared')}
        columns={[first, ...columnsOf(shown).filter(isCompared)]}
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
