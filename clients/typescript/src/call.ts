// The words that all methods of the client share: what a call may be given, what it gives back, and how an operation is sent.

/** What every call may be given. */
export interface CallOptions {
  /** Ends the call and its waiting; the call throws the reason of the signal. */
  signal?: AbortSignal
  /** Of one attempt, its body included. */
  timeoutMs?: number
  /** How often a request is sent again at most. */
  retries?: number
  /** Names the request in the log of the service: letters, digits and `. _ : -`, up to 128. */
  requestId?: string
}

export interface Reply<Status extends number, Data> {
  readonly status: Status
  /** Undefined if the reply has no body. */
  readonly data: Data
  /** Of the state that was read or written, for `ifMatch` and `ifNoneMatch`. */
  readonly etag: string | undefined
  /** Address of what was created. */
  readonly location: string | undefined
  /** Names the exchange in the log of the service. */
  readonly requestId: string | undefined
  readonly headers: Headers
}

/** How an operation is sent. */
export interface Route {
  readonly method: string
  /** Relative to the prefix, with variables in braces. */
  readonly path: string
  /** Options that are sent as headers, and the header of each. */
  readonly headers?: Readonly<Record<string, string>>
  /** Of a body that is not JSON. */
  readonly contentType?: string
  /** The reply is a file. */
  readonly isBinary?: boolean
  /** Comes in pages; `field` has the entries if the page is no array itself. */
  readonly page?: { readonly field?: string }
}
