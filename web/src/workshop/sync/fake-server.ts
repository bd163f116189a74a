// A server made of a few maps, for tests of sending: applies an edit once however often it arrives, stores uploads as bytes, and
// can be cut off before or after it has done its work. Not part of the app.
import type { Edit, EditResult } from '@walkaround/contract/app/edits.ts'
import { type ProblemKind, problems } from '@walkaround/contract/problems.ts'
import { createOperations } from '../api/operations.ts'
import { createRequester } from '../api/request.ts'

type Cut = 'before' | 'after' | undefined

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const whole = new Uint8Array(first.length + second.length)
  whole.set(first)
  whole.set(second, first.length)
  return whole
}

export function createFakeServer() {
  const applied: Edit[] = []
  const requests: string[] = []
  const uploads = new Map<string, { bytes: Uint8Array; length: number; metadata: string }>()
  const refusals = new Map<string, number>()
  /** Edits that make their whole request fail, with the status. */
  const failures = new Map<string, number>()
  /** Decides for each request whether the connection breaks. */
  let cut: (request: string) => Cut = () => undefined
  let isSignedIn = true
  const received: number[] = []

  const answer = (status: number, body?: unknown, headers: Record<string, string> = {}) =>
    new Response(body === undefined ? null : JSON.stringify(body), { status, headers })

  const refuse = (kind: ProblemKind) => answer(problems[kind].status, problems[kind])

  const handle = async (method: string, path: string, init: RequestInit): Promise<Response> => {
    if (!isSignedIn) return refuse('notAuthorized')
    const headers = new Headers(init.headers)
    if (path.endsWith('/edits')) {
      const { edits } = JSON.parse(String(init.body)) as { edits: Edit[] }
      const failure = edits.map(({ id }) => failures.get(id)).find((status) => status !== undefined)
      if (failure !== undefined) return answer(failure, { errorCode: failure * 100, error: 'No' })
      return answer(200, { results: edits.map(apply), sequence: String(applied.length) })
    }
    if (method === 'POST' && path.endsWith('/uploads')) {
      const metadata = headers.get('upload-metadata') ?? ''
      const id = atob(/(?:^|,)id (\S+?)(?:,|$)/.exec(metadata)?.[1] ?? '')
      if (!uploads.has(id))
        uploads.set(id, { bytes: new Uint8Array(), length: Number(headers.get('upload-length')), metadata })
      return answer(201, undefined, { location: `https://elsewhere.example/base/app${path}/${id}` })
    }
    const upload = uploads.get(path.split('/').at(-1) ?? '')
    if (method === 'HEAD')
      return upload ? answer(200, undefined, { 'upload-offset': String(upload.bytes.length) }) : answer(404)
    if (method === 'PATCH' && upload) {
      if (Number(headers.get('upload-offset')) !== upload.bytes.length) return refuse('offsetMismatch')
      const bytes = new Uint8Array(init.body as ArrayBuffer)
      received.push(bytes.length)
      upload.bytes = joined(upload.bytes, bytes)
      return answer(204, undefined, { 'upload-offset': String(upload.bytes.length) })
    }
    return method === 'DELETE' ? refuse('noSuchPath') : answer(204)
  }

  const apply = (edit: Edit): EditResult => {
    if (applied.some(({ id }) => id === edit.id)) return { id: edit.id, state: 'repeated' }
    const errorCode = refusals.get(edit.id)
    if (errorCode !== undefined) return { id: edit.id, state: 'refused', errorCode, error: 'No' }
    applied.push(edit)
    return { id: edit.id, state: 'applied' }
  }

  const requester = createRequester({
    toUrl: (path) => path,
    csrf: () => 'token',
    fetch: async (input, init = {}) => {
      const method = init.method ?? 'GET'
      const name = `${method} ${String(input)}`
      requests.push(name)
      const how = cut(name)
      if (how === 'before') throw new TypeError('cut')
      const response = await handle(method, String(input), init)
      if (how === 'after') throw new TypeError('cut')
      return response
    },
  })

  return {
    applied,
    requests,
    uploads,
    refusals,
    failures,
    /** Lengths of the pieces that arrived. */
    received,
    requester,
    operations: createOperations(requester),
    cutWhen: (decide: (request: string) => Cut) => {
      cut = decide
    },
    signOut: () => {
      isSignedIn = false
    },
    signIn: () => {
      isSignedIn = true
    },
  }
}
