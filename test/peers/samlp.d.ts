// The part of samlp that tests use; the package brings no types.
declare module 'samlp' {
  interface Handler {
    (request: object, response: object, next: (error: Error) => void): void
  }
  const samlp: {
    auth(
      options: Readonly<Record<string, unknown>> & {
        readonly getUserFromRequest: () => unknown
        readonly getPostURL: (
          audience: string,
          dom: unknown,
          request: unknown,
          done: (error: null, url: string) => void,
        ) => void
        readonly responseHandler: (message: Buffer) => void
      },
    ): Handler
    getSamlResponse(
      options: object,
      user: unknown,
      done: (error: Error | null, message: string) => void,
    ): void
  }
  export default samlp
}
