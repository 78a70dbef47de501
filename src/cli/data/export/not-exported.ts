/** There is nothing to export, or more than an import would take; the message says what. */
export class NotExported extends Error {
  override readonly name = 'NotExported'
}
