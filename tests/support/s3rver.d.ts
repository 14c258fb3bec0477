/** As much of s3rver, which brings no types, as the tests use. */
declare module 's3rver' {
  class S3rver {
    constructor(options: { port: number; address: string; silent: boolean; directory: string })
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
  export = S3rver
}
