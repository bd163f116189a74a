// Commands on the log of requests: what keys called, and why a request was refused.
import { statusClasses } from '@walkaround/contract/app/requests.ts'
import { getRequest, listRequests } from '../../features/request-log/read-requests.ts'
import { problem } from '../../problems.ts'
import { type Command, feature, flag, oneOf, text, whole } from './define.ts'

const client = text('id of the system client')
/** What one page of the log has. */
const MOST = 200

export const commands: Readonly<Record<string, Command>> = {
  'request log': feature(
    {
      summary: 'list what keys called, newest first',
      arguments: { client },
      options: {
        key: text('only those made with this key, by its id', { 'x-value': 'id' }),
        operation: text('only those of this operation, such as putServiceOrder', { 'x-value': 'name' }),
        status: oneOf(statusClasses, 'only those answered so'),
        code: whole('only those refused with this error code', { 'x-value': 'code' }),
        object: text('only those on this order, lead, survey or package', { 'x-value': 'id' }),
        request: text('only those with this request id', { 'x-value': 'id' }),
        since: text('only those since: 2026-03-01, or with a time', { 'x-value': 'time' }),
        until: text('only those before', { 'x-value': 'time' }),
        after: text('go on where the last list ended', { 'x-value': 'place' }),
        limit: whole('at most this many; default: 50', { 'x-value': 'count' }),
        follow: flag('go on and show what comes, until interrupted'),
      },
    },
    (scope, fields) => {
      if ((fields.limit ?? 0) > MOST) throw problem('invalidArgument', `limit: at most ${MOST}`)
      return listRequests(scope, fields)
    },
  ),
  'request show': feature(
    {
      summary: 'show why a request was answered as it was',
      arguments: { client, id: text('the X-Request-Id of the reply, or the id of the entry') },
    },
    (scope, { id }) => getRequest(scope, id),
  ),
}
