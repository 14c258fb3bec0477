/** Types of the part of s3rver that the tests use; the package has none. */
declare module 's3rver' {
  class S3rver {
    constructor(options: { port: number; address: string; silent: boolean; directory: string })
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
  export = S3rver
}
