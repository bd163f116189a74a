// The app's requests about the log of requests. Keeps nothing.
import type { LoggedRequest } from '@walkaround/contract/app/requests.ts'
import type { Requester } from './request.ts'

export interface RequestFilter {
  key?: string
  operation?: string
  status?: '2xx' | '4xx' | '5xx'
  code?: number
  object?: string
  request?: string
  since?: string
  until?: string
}

export type RequestOperations = ReturnType<typeof createRequestOperations>

export function createRequestOperations({ call }: Requester, clientId: string) {
  const client = { system_client_id: clientId }
  return {
    describe: () => call('getRequestLog', client),
    /** Page after page; a page may be empty although there is a next one. */
    list: async (filter: RequestFilter, pages: number) => {
      const requests: LoggedRequest[] = []
      let next: string | undefined
      for (let page = 0; page < pages; page++) {
        const query = { ...filter, ...(next === undefined ? {} : { after: next }) }
        const read = await call('listRequests', client, { query })
        requests.push(...read.requests)
        next = read.next
        if (next === undefined) break
      }
      return { requests, isMore: next !== undefined }
    },
    read: (request_id: string) => call('getRequest', { ...client, request_id }),
  }
}
