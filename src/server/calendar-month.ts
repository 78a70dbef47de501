/** `2025-03`. */
export function monthText(year: number, month: number): string {
  return `${year}-${String(month).padStart(2, '0')}`
}
