// Who may see which event: the one rule of the stream for the app and of the log for the DMS.
import type { LoggedRow } from '../../db/log/read-log.ts'
import { isWithinBranches } from '../../organisation/branch-reach.ts'

/** Administrative events are not sent to those who work on cars. */
const isShown = ({ subject }: Pick<LoggedRow, 'subject'>) => !/^(login|key)\//.test(subject)

/** Events of all branches. Those limited to branches get others only if they belong to one of theirs. */
const isOfAllBranches = ({ subject }: Pick<LoggedRow, 'subject'>) =>
  /^(client|site|template|package)\//.test(subject)

/** `branches`: ids of those that somebody is limited to; if left out, all. */
export const isFor =
  ({ branches }: { branches?: readonly string[] }) =>
  (event: Pick<LoggedRow, 'subject' | 'branchId'>): boolean =>
    isShown(event) &&
    (branches === undefined || isOfAllBranches(event) || isWithinBranches({ branches }, event.branchId))
