import { FileFault } from './faults.ts'

const END = 0x06054b50
const ENTRY = 0x02014b50
const STORED = 0
/** A workbook of this size unpacked has some two million cells; beyond it, delimited text is the better form. */
const LARGEST = 128 * 1024 * 1024
const MOST_PARTS = 10_000

/**
 * Refuses a packed file that says it unpacks to more than a machine should hold, or does not say: the reader then
 * never unpacks more than is said. Throws FileFault.
 */
export function checkUnpackedSize(bytes: Buffer): void {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end + 22 > bytes.length || bytes.readUInt32LE(end) !== END) {
    throw new FileFault('the file is no workbook, or its end is missing')
  }
  const parts = bytes.readUInt16LE(end + 10)
  if (parts > MOST_PARTS) throw new FileFault(`the workbook has more than ${MOST_PARTS} parts`)
  let at = bytes.readUInt32LE(end + 16)
  let unpacked = 0
  for (let part = 0; part < parts; part += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== ENTRY) {
      throw new FileFault('the workbook is damaged: its list of parts cannot be read')
    }
    const [method, packed, size] = [
      bytes.readUInt16LE(at + 10),
      bytes.readUInt32LE(at + 20),
      bytes.readUInt32LE(at + 24),
    ]
    if (method !== STORED && (size === 0 ? packed > 2 : packed === 0)) {
      throw new FileFault('the workbook does not say how large its parts are')
    }
    unpacked += Math.max(size, method === STORED ? packed : 0)
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  if (unpacked > LARGEST) {
    throw new FileFault(
      `the workbook unpacks to ${Math.ceil(unpacked / 1024 / 1024)} MB; at most ${LARGEST / 1024 / 1024} MB are read: save the sheet as CSV UTF-8`,
    )
  }
}
