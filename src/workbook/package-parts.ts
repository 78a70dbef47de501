/** A part of a zip file: its bytes as they are in the file. */
interface Part {
  readonly name: string
  readonly method: number
  readonly crc: number
  /** The size when it is unpacked. */
  readonly size: number
  readonly data: Uint8Array
}

const [LOCAL, CENTRAL, END] = [0x04034b50, 0x02014b50, 0x06054b50]
const [LOCAL_LENGTH, CENTRAL_LENGTH, END_LENGTH] = [30, 46, 22]
const [STORED, DEFLATED] = [0, 8]
/** 2.0, for folders and deflate. */
const VERSION = 20
/** 1 January 1980: a file of equal parts has equal bytes. */
const DATE = 33

const viewBytes = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength)

/** The parts of a file that the workbook library has written: without a comment, encryption or zip64. */
function listParts(file: Uint8Array): Part[] {
  const view = viewBytes(file)
  const end = file.length - END_LENGTH
  if (end < 0 || view.getUint32(end, true) !== END) throw new Error('not a zip file')
  let at = view.getUint32(end + 16, true)
  return Array.from({ length: view.getUint16(end + 10, true) }, () => {
    const nameLength = view.getUint16(at + 28, true)
    const packed = view.getUint32(at + 20, true)
    const local = view.getUint32(at + 42, true)
    const start = local + LOCAL_LENGTH + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    const part: Part = {
      name: new TextDecoder().decode(file.subarray(at + CENTRAL_LENGTH, at + CENTRAL_LENGTH + nameLength)),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      size: view.getUint32(at + 24, true),
      data: file.subarray(start, start + packed),
    }
    at += CENTRAL_LENGTH + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    return part
  })
}

/** Returns a file in which the parts with these names are not compressed. */
export async function storeParts(file: Uint8Array, names: readonly string[]): Promise<Uint8Array> {
  const parts = listParts(file).map(async (part) => {
    if (part.method !== DEFLATED || !names.includes(part.name)) return part
    const data = await inflate(part.data)
    return { ...part, method: STORED, data }
  })
  return writeParts(await Promise.all(parts))
}

/**
 * Returns a file in which `edit` has changed the texts of parts. It gets the current text of a part that is stored
 * without compression, otherwise null, and returns null for a part that stays as it is. Does not compress.
 */
export function editParts(
  file: Uint8Array,
  edit: (name: string, text: string | null) => string | null,
): Uint8Array {
  const parts = listParts(file).map((part) => {
    const text = edit(part.name, part.method === STORED ? new TextDecoder().decode(part.data) : null)
    if (text === null) return part
    const data = new TextEncoder().encode(text)
    return { name: part.name, method: STORED, crc: computeCrc(data), size: data.length, data }
  })
  return writeParts(parts)
}

async function inflate(data: Uint8Array): Promise<Uint8Array> {
  const unpacked = new Blob([data.slice()]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(unpacked).arrayBuffer())
}

function writeParts(parts: readonly Part[]): Uint8Array {
  const named = parts.map((part) => ({ ...part, encoded: new TextEncoder().encode(part.name) }))
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const names = sum(named.map(({ encoded }) => encoded.length))
  const directory = sum(parts.map(({ data }) => data.length)) + parts.length * LOCAL_LENGTH + names
  const length = directory + parts.length * CENTRAL_LENGTH + names + END_LENGTH
  const file = new Uint8Array(length)
  const view = viewBytes(file)
  /** The fields that both headers of a part have. */
  const writeFields = (at: number, { method, crc, data, size, encoded }: (typeof named)[number]) => {
    view.setUint16(at, VERSION, true)
    view.setUint16(at + 4, method, true)
    view.setUint16(at + 8, DATE, true)
    view.setUint32(at + 10, crc, true)
    view.setUint32(at + 14, data.length, true)
    view.setUint32(at + 18, size, true)
    view.setUint16(at + 22, encoded.length, true)
  }
  let [at, central] = [0, directory]
  for (const part of named) {
    view.setUint32(central, CENTRAL, true)
    view.setUint16(central + 4, VERSION, true)
    writeFields(central + 6, part)
    view.setUint32(central + 42, at, true)
    file.set(part.encoded, central + CENTRAL_LENGTH)
    central += CENTRAL_LENGTH + part.encoded.length
    view.setUint32(at, LOCAL, true)
    writeFields(at + 4, part)
    file.set(part.encoded, at + LOCAL_LENGTH)
    at += LOCAL_LENGTH + part.encoded.length
    file.set(part.data, at)
    at += part.data.length
  }
  view.setUint32(central, END, true)
  view.setUint16(central + 8, parts.length, true)
  view.setUint16(central + 10, parts.length, true)
  view.setUint32(central + 12, central - directory, true)
  view.setUint32(central + 16, directory, true)
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
  for (const byte of data) crc = (crc >>> 8) ^ (crcTable[(crc ^ byte) & 0xff] ?? 0)
  return (crc ^ 0xffffffff) >>> 0
}
