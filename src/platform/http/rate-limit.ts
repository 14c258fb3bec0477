/** Rate limit: how many attempts one key has per time window. */
export interface RateLimit {
  /** Maximum attempts per window. */
  max: number
  /** Length of the window in seconds; it starts with the first attempt. */
  windowSeconds: number
}
