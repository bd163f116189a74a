// The DMS door of damage marks.
import { getDamage as operation } from '@walkaround/contract/dms/media.ts'
import { type Door, resource, serve } from '../../http/door.ts'
import { getDamage } from './marks.ts'

export function damageRoutes(door: Door): void {
  serve(door, operation, async (call) =>
    resource(JSON.stringify(await call.read((scope) => getDamage(scope, call.params.id)))),
  )
}
