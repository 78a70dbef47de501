import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'

/** A part of a zip file: its bytes with their header, and its entry of the directory, as they are in the file. */
interface Part {
  readonly name: string
  readonly data: Uint8Array
  readonly entry: Uint8Array
}

const END_LENGTH = 22
/** Where an entry of the directory has the lengths of its name and its other fields, and the position of the part. */
const [NAME_LENGTH, EXTRA_LENGTH, COMMENT_LENGTH, POSITION, NAME] = [28, 30, 32, 42, 46]
/** A file of equal parts has equal bytes. */
const TIME = new Date(1980, 0, 1)

const viewBytes = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength)

/** Lists the parts of a file that the workbook library or fflate has written: without a comment, in one order. */
function listParts(file: Uint8Array): Part[] {
  const view = viewBytes(file)
  const end = file.length - END_LENGTH
  const directory = view.getUint32(end + 16, true)
  let entry = directory
  const entries = Array.from({ length: view.getUint16(end + 10, true) }, () => {
    const length = [NAME_LENGTH, EXTRA_LENGTH, COMMENT_LENGTH].reduce(
      (sum, at) => sum + view.getUint16(entry + at, true),
      NAME,
    )
    entry += length
    return file.subarray(entry - length, entry)
  })
  const positions = entries.map((one) => viewBytes(one).getUint32(POSITION, true))
  return entries.map((one, index) => ({
    name: strFromU8(one.subarray(NAME, NAME + viewBytes(one).getUint16(NAME_LENGTH, true))),
    data: file.subarray(positions[index], positions[index + 1] ?? directory),
    entry: one,
  }))
}

/** Writes a file of these parts. */
function joinParts(parts: readonly Part[]): Uint8Array {
  const directory = parts.reduce((sum, { data }) => sum + data.length, 0)
  const end = parts.reduce((sum, { entry }) => sum + entry.length, directory)
  const file = new Uint8Array(end + END_LENGTH)
  const view = viewBytes(file)
  let [position, at] = [0, directory]
  for (const { data, entry } of parts) {
    file.set(data, position)
    file.set(entry, at)
    view.setUint32(at + POSITION, position, true)
    position += data.length
    at += entry.length
  }
  view.setUint32(end, 0x06054b50, true)
  view.setUint16(end + 8, parts.length, true)
  view.setUint16(end + 10, parts.length, true)
  view.setUint32(end + 12, end - directory, true)
  view.setUint32(end + 16, directory, true)
  return file
}

/** Creates parts that are not compressed. */
const createParts = (texts: readonly (readonly [name: string, text: string])[]): Part[] =>
  listParts(
    zipSync(Object.fromEntries(texts.map(([name, text]) => [name, strToU8(text)])), {
      level: 0,
      mtime: TIME,
    }),
  )

const readTexts = (file: Uint8Array, names: readonly string[]): (readonly [name: string, text: string])[] => {
  const found = unzipSync(file, { filter: ({ name }) => names.includes(name) })
  return names.flatMap((name) => (found[name] === undefined ? [] : [[name, strFromU8(found[name])] as const]))
}

/** Returns a file in which the parts with these names are the last ones, in this order, and not compressed. */
export function storeLast(file: Uint8Array, names: readonly string[]): Uint8Array {
  const others = listParts(file).filter(({ name }) => !names.includes(name))
  return joinParts([...others, ...createParts(readTexts(file, names))])
}

/** A file whose last parts can be exchanged. */
export interface EditableFile {
  /** The texts of the last parts. */
  readonly texts: readonly string[]
  /** Returns a file with other texts in the last parts. Copies the other parts as they are and compresses nothing. */
  readonly write: (texts: readonly string[]) => Uint8Array
}

/** Opens a file whose last `count` parts are not compressed. */
export function openLast(file: Uint8Array, count: number): EditableFile {
  const parts = listParts(file)
  const names = parts.slice(-count).map(({ name }) => name)
  return {
    texts: readTexts(file, names).map(([, text]) => text),
    write: (texts) =>
      joinParts([
        ...parts.slice(0, -count),
        ...createParts(names.map((name, index) => [name, texts[index] ?? ''])),
      ]),
  }
}
