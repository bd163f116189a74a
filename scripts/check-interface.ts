// Refuses a breaking change of a stable operation: compares the interface of the code with the newest file of contract/releases/.
// docs/stability.md says what is promised.
import { compareInterfaces } from '../contract/src/interface-changes.ts'
import { openApi } from '../server/src/http/openapi.ts'
import { readReleases } from './describe-interface-changes.ts'

const newest = readReleases().at(-1)
if (newest === undefined) throw new Error('contract/releases/ has no file to compare with')
const broken = compareInterfaces(newest.openapi, openApi('https://localhost:8443')).filter(
  ({ isBreaking, isStable }) => isBreaking && isStable,
)
for (const { what, operations } of broken)
  console.error(`breaking since ${newest.version}: ${what}: ${operations.join(', ')}`)
if (broken.length > 0) {
  console.error(
    'Stable operations of /v1 may only grow (docs/stability.md): add beside what is there, or take the change back.',
  )
  process.exit(1)
}
console.log(`nothing is broken since ${newest.version}`)
