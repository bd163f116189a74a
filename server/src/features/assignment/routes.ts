// The DMS door of package assignment.
import { getPackageAssignment, putPackageAssignment } from '@walkaround/contract/dms/survey-templates.ts'
import { type Door, noContent, serve } from '../../http/door.ts'
import { getAssignment } from './get-assignment.ts'
import { putAssignment } from './put-assignment.ts'

export function assignmentRoutes(door: Door): void {
  serve(door, putPackageAssignment, async (call) => {
    await call.write((scope) => putAssignment(scope, call.params.id, call.fields))
    return noContent
  })

  serve(door, getPackageAssignment, async (call) => ({
    status: 200,
    json: JSON.stringify(await call.read((scope) => getAssignment(scope, call.params.id))),
  }))
}
