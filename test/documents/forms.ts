// multipart/form-data bodies for tests.
import { randomBytes } from 'node:crypto'

interface FormFile {
  readonly name: string
  readonly content: Buffer | string
  readonly contentType?: string
}

/** The body and the headers of a form, its parts in the order given. */
export function form(parts: Readonly<Record<string, string | number | FormFile>>) {
  const boundary = `test-${randomBytes(9).toString('hex')}`
  const chunks = Object.entries(parts).flatMap(([name, value]) => {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`
    if (typeof value !== 'object') return [Buffer.from(`${head}\r\n\r\n${value}\r\n`)]
    const type = value.contentType ?? 'application/octet-stream'
    return [
      Buffer.from(`${head}; filename="${value.name}"\r\nContent-Type: ${type}\r\n\r\n`),
      Buffer.from(value.content),
      Buffer.from('\r\n'),
    ]
  })
  return {
    payload: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}
