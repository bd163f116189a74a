// What the build puts in place of names.
declare const APP_VERSION: string
declare const APP_FILES: readonly string[]
declare const APP_STAMP: string
declare module '*.css'
