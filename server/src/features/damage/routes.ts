// The routes of damage marks in the DMS interface.
import { getDamage as operation } from '@walkaround/contract/dms/media.ts'
import { type Door, serve } from '../../http/door.ts'
import { ok } from '../../http/reply.ts'
import { getDamage } from './marks.ts'

export function damageRoutes(door: Door): void {
  serve(door, operation, async (call) => ok(await call.read((scope) => getDamage(scope, call.params.id))))
}
