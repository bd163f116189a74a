// The page of the way out of reminders. Looking changes nothing. Mail programs may post to it without a person (RFC 8058), which stops
// the reminders; only the page's own form takes that back.
import type { ReminderStop } from '@walkaround/contract/owner-page.ts'
import type { FastifyInstance } from 'fastify'
import { renderReminderStop } from '../../http/owner-pages.ts'
import {
  notice,
  openPageDoor,
  type PageCall,
  type PageDoorOptions,
  type PageReply,
  page,
  retryAfter,
} from '../../http/page-door.ts'
import { changeStop, describeStop, findStop, limitGuesses, type StopPlace } from './stop.ts'

export function reminderRoutes(app: FastifyInstance, place: PageDoorOptions & StopPlace): void {
  const door = openPageDoor(app, { ...place, prefix: 'r' })
  const guesses = limitGuesses()

  /** The same for every client, existing or not. */
  const unknown = (call: PageCall): PageReply => {
    const [address, now] = [call.address(), place.clock()]
    if (guesses.isOver(address, now)) return retryAfter(600, notice(call, 429, { kind: 'tooMany' }))
    guesses.count(address, now)
    return notice(call, 404, { kind: 'unknown' })
  }

  const show = async (
    call: PageCall,
    found: NonNullable<Awaited<ReturnType<typeof findStop>>>,
    now: Pick<ReminderStop, 'isStopped' | 'isChanged'>,
  ) => {
    const { language, shown } = await describeStop(found, call.asked, now)
    return page(renderReminderStop(call.view(language), shown))
  }

  door.get('', 0, async (call) => {
    const found = await findStop(place, call.name)
    return found ? show(call, found, { isStopped: found.person.stoppedAt !== null }) : unknown(call)
  })

  door.post(
    '',
    async (call) => ((await findStop(place, call.name)) ? undefined : unknown(call)),
    async (call, form) => {
      const isStopped = form.get('act') !== 'resume'
      const found = await changeStop(place, call.name, isStopped)
      return found ? show(call, found, { isStopped, isChanged: true }) : unknown(call)
    },
    0,
  )
}
