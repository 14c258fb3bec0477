/**
 * A row of a CSV file. A field that a spreadsheet would run as a formula gets an apostrophe (SEG-24).
 * Semicolons, because spreadsheets with Chilean settings split at them.
 */
export const csvRow = (fields: readonly string[]): string =>
  `${fields.map((field) => `"${(/^[=+\-@\t\r\n]/.test(field) ? `'${field}` : field).replaceAll('"', '""')}"`).join(';')}\r\n`
