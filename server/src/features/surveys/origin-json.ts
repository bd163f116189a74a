// An order or a lead as the interface shows it: the stored document and the fields the service owns. Reads and writes both make it
// here, because its ETag is computed from it.
import { type ReadyJson, readyJson } from '../../lib/ready-json.ts'
import type { ShownOrigin } from '../origins/rows.ts'
import { withCorrectionsText } from './contacts.ts'

/** Concatenated as text: the document is already canonical JSON and is read far more often than written. */
export function originJson<Document>({
  document,
  contactCorrections,
  surveys,
  branchId,
  siteId,
  siteName,
}: ShownOrigin): ReadyJson<Document> {
  const owned = JSON.stringify({ branchId, siteId, siteName })
  const corrected = withCorrectionsText(document, contactCorrections)
  return readyJson(`${corrected.slice(0, -1)},${owned.slice(1, -1)},"surveys":${surveys}}`)
}
