// A start that cannot succeed, with what to do about it.
export class StartError extends Error {
  override name = 'StartError'
}
