/** The part of yauzl's interface that is used; the package has no types of its own. */
declare module 'yauzl' {
  import type { Readable } from 'node:stream'

  export interface Entry {
    readonly fileName: string
    readonly crc32: number
  }

  export interface ZipFile {
    eachEntry: () => AsyncIterable<Entry>
    openReadStreamPromise: (entry: Entry) => Promise<Readable>
  }

  export function fromBufferPromise(bytes: Buffer): Promise<ZipFile>
}
