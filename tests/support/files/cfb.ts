/**
 * Generates old Office files (.doc, .xls); sample-documents.ts generates the new ones (.docx,
 * .xlsx).
 */

/** Generates a Compound File Binary with these streams, all of them empty. */
export function cfb(streams: readonly string[]): Buffer {
  const END = 0xfffffffe
  const header = Buffer.alloc(512, 0xff)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header)
  header.fill(0, 8, 76)
  header.writeUInt16LE(0x3e, 24)
  header.writeUInt16LE(3, 26)
  header.writeUInt16LE(0xfffe, 28)
  header.writeUInt16LE(9, 30)
  header.writeUInt16LE(6, 32)
  header.writeUInt32LE(1, 44)
  header.writeUInt32LE(1, 48)
  header.writeUInt32LE(4096, 56)
  header.writeUInt32LE(END, 60)
  header.writeUInt32LE(END, 68)
  header.writeUInt32LE(0, 76)
  const table = Buffer.alloc(512, 0xff)
  table.writeUInt32LE(0xfffffffd, 0)
  table.writeUInt32LE(END, 4)
  const directory = Buffer.alloc(512)
  for (const [index, name] of ['Root Entry', ...streams].slice(0, 4).entries()) {
    const at = index * 128
    directory.write(name, at, 'utf16le')
    directory.writeUInt16LE((name.length + 1) * 2, at + 64)
    directory.writeUInt8(index === 0 ? 5 : 2, at + 66)
    directory.writeUInt32LE(END, at + 116)
  }
  return Buffer.concat([header, table, directory])
}
