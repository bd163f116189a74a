// Who was reminded, and who wants no reminders: read beside the list, for the cars on the page.
import type { ReminderMark } from '@walkaround/contract/app/reminders.ts'
import { createContext, type ReactNode, useContext } from 'preact/compat'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { useRead } from '../../../workshop/screens/use-read.ts'
import { useWords } from '../../app/words.ts'
import type { Car } from './cars.ts'

interface Marks {
  of: ReadonlyMap<string, ReminderMark>
  reload(): void
}

const Context = createContext<Marks>({ of: new Map(), reload: () => {} })

/** So many surveys the service tells at once. */
const MOST = 200

export function ReminderMarks({ cars, children }: { cars: readonly Car[]; children: ReactNode }) {
  const { call } = useOffice()
  const { client } = useSignedIn()
  const survey = [...new Set(cars.flatMap(({ work }) => work.map(({ surveyId }) => surveyId)))].sort()
  const { value, reload } = useRead(JSON.stringify([client.id, survey]), async () => {
    const marks: ReminderMark[] = []
    for (let from = 0; from < survey.length; from += MOST)
      marks.push(
        ...(await call(
          'listReminderMarks',
          { system_client_id: client.id },
          { query: { survey: survey.slice(from, from + MOST) } },
        )),
      )
    return new Map(marks.map((mark) => [mark.surveyId, mark]))
  })
  return <Context.Provider value={{ of: value ?? new Map(), reload }}>{children}</Context.Provider>
}

export const useReminderMarks = (): Marks => useContext(Context)

/** In words; nothing if nothing is known. */
export function KnownReminders({ car }: { car: Car }) {
  const { t, date } = useWords()
  const { of } = useReminderMarks()
  const marks = car.work.flatMap(({ surveyId }) => of.get(surveyId) ?? [])
  const stopped = [...new Set(marks.flatMap((mark) => mark.stopped ?? []))]
  const [last] = marks
    .flatMap(({ remindedAt }) => remindedAt ?? [])
    .sort()
    .reverse()
  const ways = stopped.map((channel) =>
    t(channel === 'sms' ? 'reminders.channel.sms' : 'reminders.channel.email'),
  )
  return (
    <>
      {ways.length > 0 && (
        <p className="later-known">{t('reminders.wantsNone', { ways: ways.join(', ') })}</p>
      )}
      {last !== undefined && <p className="later-known">{t('reminders.last', { date: date(last) })}</p>}
    </>
  )
}
