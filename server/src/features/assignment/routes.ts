// The routes of package assignment in the DMS interface.
import { getPackageAssignment, putPackageAssignment } from '@walkaround/contract/dms/survey-templates.ts'
import { type Door, serve } from '../../http/door.ts'
import { noContent, ok } from '../../http/reply.ts'
import { getAssignment } from './get-assignment.ts'
import { putAssignment } from './put-assignment.ts'

export function assignmentRoutes(door: Door): void {
  serve(door, putPackageAssignment, async (call) => {
    const { id } = call.params
    await call.change(
      async (scope) => JSON.stringify(await getAssignment(scope, id)),
      (scope, precondition) => putAssignment(scope, id, call.fields, { precondition }),
    )
    return noContent
  })

  serve(door, getPackageAssignment, async (call) =>
    ok(await call.read((scope) => getAssignment(scope, call.params.id))),
  )
}
