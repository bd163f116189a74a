// Types for the part of the library that is used here; it has none of its own.
declare module 'libheif-js/wasm-bundle.js' {
  type Shown = { data: Uint8ClampedArray; width: number; height: number }
  interface HeifImage {
    is_primary(): boolean
    get_width(): number
    get_height(): number
    display(into: Shown, done: (shown: Shown | null) => void): void
    free(): void
  }
  const libheif: { ready: unknown; HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] } }
  export default libheif
}
