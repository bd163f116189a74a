// The client that integrators take home, connected to the application of the tests: every exchange is checked against the contract.
import { type Client, createClient } from '../../../clients/typescript/src/client.ts'
import { sendInto } from '../../src/http/send-into.ts'
import { asFetch } from '../../src/simulator/as-fetch.ts'
import { BASE_URL, request } from './api.ts'

/** In process, in place of a network. */
export const fetchInProcess = asFetch(sendInto(request))

export const takeHomeClient = ({ id, key }: { id: string; key: string }): Client =>
  createClient({ baseUrl: BASE_URL, key, systemClientId: id, fetch: fetchInProcess })
