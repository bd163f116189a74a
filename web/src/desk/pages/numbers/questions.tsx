// What each question of a check takes, finds and brings.
import type { QuestionFigures } from '@walkaround/contract/dms/figures.ts'
import { seesOwnFigures } from '@walkaround/contract/rules/roles.ts'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { useQuery } from '../../../office/app/query.ts'
import { ExportButtons } from '../../../office/ui/export-buttons.tsx'
import { usePeriod } from '../../../office/ui/period-picker.tsx'
import { ShowReading } from '../../../office/ui/reading.tsx'
import { type Column, Table } from '../../../office/ui/table.tsx'
import { useRead } from '../../../workshop/screens/use-read.ts'
import { useWords } from '../../app/words.ts'
import { nameOfFigure, sayValue } from './figure-words.ts'
import { queryOf } from './numbers-query.ts'

type Row = QuestionFigures['questions'][number]

/** Those who see their own figures alone have none of single questions. */
export function Questions() {
  const { t } = useWords()
  const { client } = useSignedIn()
  if (seesOwnFigures(client.role)) return null
  return (
    <section className="panel" aria-labelledby="numbers-questions">
      <h2 id="numbers-questions">{t('numbers.questions')}</h2>
      <List />
    </section>
  )
}

function List() {
  const { language } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const [query] = useQuery()
  const { person: _, ...asked } = queryOf(query, usePeriod(), language)
  const reading = useRead(`${client.id} ${JSON.stringify(asked)}`, () =>
    call('showQuestionFigures', { system_client_id: client.id }, { query: asked }),
  )
  return <ShowReading of={reading}>{(shown) => <Rows shown={shown} />}</ShowReading>
}

function Rows({ shown }: { shown: QuestionFigures }) {
  const words = useWords()
  const { t } = words
  if (shown.questions.length === 0) return <p className="soft">{t('chart.nothing')}</p>
  const currencies = [
    ...new Set(shown.questions.flatMap(({ figures }) => figures.flatMap((one) => one.currency ?? []))),
  ]
  const columns: Column<Row>[] = [
    { name: 'question', label: t('numbers.question'), read: ({ text, questionId }) => text ?? questionId },
    ...shown.definitions.flatMap((definition) =>
      (definition.kind === 'money' ? currencies : [undefined]).map((currency): Column<Row> => {
        const find = ({ figures }: Row) =>
          figures.find((one) => one.id === definition.id && one.currency === currency)
        return {
          name: [definition.id, currency].filter(Boolean).join('-'),
          label: nameOfFigure(definition, currency),
          read: (row) => find(row)?.value ?? undefined,
          show: (row) => {
            const found = find(row)
            return found ? sayValue(words, definition, found, currency) : '–'
          },
          isNumber: true,
        }
      }),
    ),
  ]
  const sheet = () => ({
    name: 'questions',
    columns,
    rows: shown.questions.map((row) => columns.map(({ read }) => read(row))),
  })
  return (
    <>
      <Table
        caption={t('numbers.questions')}
        columns={columns}
        rows={shown.questions}
        keyOf={({ templateId, questionId }) => `${templateId} ${questionId}`}
        sortName="sort-questions"
      />
      <dl className="question-words">
        {shown.definitions.map(({ id, name, words: said }) => (
          <div key={id}>
            <dt>{name}</dt>
            <dd className="soft">{said}</dd>
          </div>
        ))}
      </dl>
      <ExportButtons make={sheet} />
    </>
  )
}
