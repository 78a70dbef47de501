/** A part of a zip file: its bytes as they are in the file. */
interface Part {
  readonly name: string
  readonly encodedName: Uint8Array
  readonly method: number
  readonly crc: number
  /** The size when it is unpacked. */
  readonly size: number
  readonly data: Uint8Array
  /** Where its header begins, and where its entry in the directory. */
  readonly header: number
  readonly entry: number
}

type NewPart = Omit<Part, 'name' | 'header' | 'entry'>

/** The beginning of a file: the parts, and their entries of the directory. */
interface Head {
  readonly parts: Uint8Array
  readonly entries: Uint8Array
  readonly count: number
}

const [LOCAL, CENTRAL, END] = [0x04034b50, 0x02014b50, 0x06054b50]
const [LOCAL_LENGTH, CENTRAL_LENGTH, END_LENGTH] = [30, 46, 22]
const [STORED, DEFLATED] = [0, 8]
/** 2.0, for folders and deflate. */
const VERSION = 20
/** 1 January 1980: a file of equal parts has equal bytes. */
const DATE = 33
const NOTHING: Head = { parts: new Uint8Array(), entries: new Uint8Array(), count: 0 }

const [decoder, encoder] = [new TextDecoder(), new TextEncoder()]

const viewBytes = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength)

/** The parts of a file that the workbook library has written: without a comment, encryption or zip64. */
function listParts(file: Uint8Array): Part[] {
  const view = viewBytes(file)
  const end = file.length - END_LENGTH
  if (end < 0 || view.getUint32(end, true) !== END) throw new Error('not a zip file')
  let entry = view.getUint32(end + 16, true)
  return Array.from({ length: view.getUint16(end + 10, true) }, () => {
    const nameLength = view.getUint16(entry + 28, true)
    const encodedName = file.subarray(entry + CENTRAL_LENGTH, entry + CENTRAL_LENGTH + nameLength)
    const header = view.getUint32(entry + 42, true)
    const start =
      header + LOCAL_LENGTH + view.getUint16(header + 26, true) + view.getUint16(header + 28, true)
    const part: Part = {
      name: decoder.decode(encodedName),
      encodedName,
      method: view.getUint16(entry + 10, true),
      crc: view.getUint32(entry + 16, true),
      size: view.getUint32(entry + 24, true),
      data: file.subarray(start, start + view.getUint32(entry + 20, true)),
      header,
      entry,
    }
    entry += CENTRAL_LENGTH + nameLength + view.getUint16(entry + 30, true) + view.getUint16(entry + 32, true)
    return part
  })
}

/** Returns a file in which the parts with these names are the last ones, in this order, and not compressed. */
export async function storeLast(file: Uint8Array, names: readonly string[]): Promise<Uint8Array> {
  const parts = listParts(file)
  const last = names.flatMap((name) => parts.filter((part) => part.name === name))
  const stored = last.map(async (part) => {
    if (part.method !== DEFLATED) return part
    const data = await inflate(part.data)
    return { ...part, method: STORED, data }
  })
  return appendParts(NOTHING, [
    ...parts.filter(({ name }) => !names.includes(name)),
    ...(await Promise.all(stored)),
  ])
}

async function inflate(data: Uint8Array): Promise<Uint8Array> {
  const unpacked = new Blob([data.slice()]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(unpacked).arrayBuffer())
}

/** A file whose last parts can be exchanged. */
export interface EditableFile {
  /** The texts of the last parts. */
  readonly texts: readonly string[]
  /** Returns a file with other texts in the last parts. Copies the other parts at once and compresses nothing. */
  readonly write: (texts: readonly string[]) => Uint8Array
}

/** Opens a file whose last `count` parts are not compressed. */
export function openLast(file: Uint8Array, count: number): EditableFile {
  const parts = listParts(file)
  const last = parts.slice(-count)
  const [first] = last
  if (first === undefined || last.some(({ method }) => method !== STORED)) {
    throw new Error(`the last ${count} parts are compressed or missing`)
  }
  const head: Head = {
    parts: file.subarray(0, first.header),
    entries: file.subarray(parts[0]?.entry, first.entry),
    count: parts.length - last.length,
  }
  return {
    texts: last.map(({ data }) => decoder.decode(data)),
    write: (texts) =>
      appendParts(
        head,
        last.map(({ encodedName }, index) => {
          const data = encoder.encode(texts[index] ?? '')
          return { encodedName, method: STORED, crc: computeCrc(data), size: data.length, data }
        }),
      ),
  }
}

function appendParts(head: Head, parts: readonly NewPart[]): Uint8Array {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const names = sum(parts.map(({ encodedName }) => encodedName.length))
  const added = sum(parts.map(({ data }) => data.length)) + parts.length * LOCAL_LENGTH + names
  const directory = head.parts.length + added
  const end = directory + head.entries.length + parts.length * CENTRAL_LENGTH + names
  const file = new Uint8Array(end + END_LENGTH)
  const view = viewBytes(file)
  /** The fields that both headers of a part have. */
  const writeFields = (at: number, { method, crc, data, size, encodedName }: NewPart) => {
    view.setUint16(at, VERSION, true)
    view.setUint16(at + 4, method, true)
    view.setUint16(at + 8, DATE, true)
    view.setUint32(at + 10, crc, true)
    view.setUint32(at + 14, data.length, true)
    view.setUint32(at + 18, size, true)
    view.setUint16(at + 22, encodedName.length, true)
  }
  file.set(head.parts)
  file.set(head.entries, directory)
  let [at, entry] = [head.parts.length, directory + head.entries.length]
  for (const part of parts) {
    view.setUint32(entry, CENTRAL, true)
    view.setUint16(entry + 4, VERSION, true)
    writeFields(entry + 6, part)
    view.setUint32(entry + 42, at, true)
    file.set(part.encodedName, entry + CENTRAL_LENGTH)
    entry += CENTRAL_LENGTH + part.encodedName.length
    view.setUint32(at, LOCAL, true)
    writeFields(at + 4, part)
    file.set(part.encodedName, at + LOCAL_LENGTH)
    file.set(part.data, at + LOCAL_LENGTH + part.encodedName.length)
    at += LOCAL_LENGTH + part.encodedName.length + part.data.length
  }
  const count = head.count + parts.length
  view.setUint32(end, END, true)
  view.setUint16(end + 8, count, true)
  view.setUint16(end + 10, count, true)
  view.setUint32(end + 12, end - directory, true)
  view.setUint32(end + 16, directory, true)
  return file
}

const POLYNOMIAL = 0xedb88320

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1
  return crc
})

function computeCrc(data: Uint8Array): number {
  let crc = 0xffffffff
  // By index: an iterator is several times slower, in the code that runs for each download.
  for (let at = 0; at < data.length; at += 1) {
    crc = (crc >>> 8) ^ (crcTable[(crc ^ (data[at] ?? 0)) & 0xff] ?? 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}
