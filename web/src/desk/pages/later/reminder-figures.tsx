// What became of the reminders of the last year: sent, opened, returned, sold, each with its definition.
import type { ReminderFigures as Figures } from '@walkaround/contract/app/reminders.ts'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { ShowReading } from '../../../office/ui/reading.tsx'
import { useRead } from '../../../workshop/screens/use-read.ts'
import { useWords } from '../../app/words.ts'

const counts = ['sent', 'opened', 'returned', 'sold'] as const

export function ReminderFigures() {
  const { t } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const reading = useRead(client.id, () => call('getReminderFigures', { system_client_id: client.id }))
  return (
    <section className="reminder-figures panel" aria-labelledby="reminder-figures">
      <h2 id="reminder-figures">{t('reminders.figures')}</h2>
      <ShowReading of={reading}>
        {(figures) =>
          figures.sent === 0 ? <p className="soft">{t('reminders.none')}</p> : <Rows figures={figures} />
        }
      </ShowReading>
    </section>
  )
}

function Rows({ figures }: { figures: Figures }) {
  const { t, money } = useWords()
  const sums = figures.money.flatMap(({ currency, incVat, exVat }) => {
    const sum = incVat ?? exVat
    return sum === undefined ? [] : [money(sum, currency)]
  })
  return (
    <table>
      <tbody>
        {counts.map((name) => (
          <tr key={name}>
            <th scope="row">{t(`reminders.f.${name}`)}</th>
            <td className="number">{figures[name]}</td>
            <td className="soft">{t(`reminders.def.${name}`, { n: figures.returnDays })}</td>
          </tr>
        ))}
        {sums.length > 0 && (
          <tr>
            <th scope="row">{t('reminders.f.money')}</th>
            <td className="number" colSpan={2}>
              {sums.join(' · ')}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  )
}
