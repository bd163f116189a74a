// The app's route of what has to be solved today.
import { getToday } from '@walkaround/contract/app/today.ts'
import { type Door, serve } from '../../http/door.ts'
import { ok } from '../../http/reply.ts'
import { readToday } from './read-today.ts'

export function todayAppRoutes(door: Door): void {
  serve(door, getToday, async (call) => {
    const { login, name, role } = call.person()
    return ok(
      await call.read((scope) =>
        readToday(scope, call.query.get(), { login, loginId: scope.actor.id, name, role }),
      ),
    )
  })
}
