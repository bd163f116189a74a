// For tests: a promise that is settled from outside. Safari 16, for which the app is compiled, has no Promise.withResolvers.

export interface LateReply<T> {
  readonly promise: Promise<T>
  readonly resolve: (value: T) => void
  readonly reject: (error: unknown) => void
}

export function lateReply<T>(): LateReply<T> {
  let settle: Omit<LateReply<T>, 'promise'> | undefined
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject }
  })
  return { promise, ...(settle as Omit<LateReply<T>, 'promise'>) }
}
