// Types of a package that brings none; what we use of it alone.
declare module 'heic-decode' {
  export default function decode(input: {
    buffer: Uint8Array
  }): Promise<{ width: number; height: number; data: Uint8ClampedArray }>
}
