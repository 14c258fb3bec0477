/** Rate limit: how many attempts one key has per time window. */
export interface Limit {
  /** Maximum attempts per window. */
  most: number
  /** Length of the window in seconds; it starts with the first attempt. */
  seconds: number
}
