/** A file that is no backup, or a damaged one, or one that this program cannot take; the message says which. */
export class BackupFault extends Error {
  override readonly name = 'BackupFault'
}
