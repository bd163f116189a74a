// Constants that the build replaces.
declare const APP_VERSION: string
declare const APP_FILES: readonly string[]
declare const APP_STAMP: string
/** The file of the worker that measures photos. */
declare const DOUBT_WORKER: string
/** Set by the first script of the page. */
declare var walkaroundOpening: Promise<import('./store/opening.ts').Opening | undefined> | undefined
/** The address of the file, relative to the app. */
declare module '*.wasm' {
  const address: string
  export default address
}
