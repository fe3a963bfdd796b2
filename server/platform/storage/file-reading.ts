// A stored file as a stream. Sent as an answer, it is read into the same few buffers over and over: new memory for each
// part, and freeing it, takes more time than reading and sending together.
import { close, read } from 'node:fs'
import { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { ContentDamaged } from './storage.ts'

const partBytes = 256 * 1024
// of one answer: one is read while the other is being sent
const partsOnTheWay = 2
const mostSpare = 32
const spare: Buffer[] = []

interface Extent {
  readonly fd: number
  /** Of the first byte. */
  readonly at: number
  readonly length: number
}

/** Reads exactly so many bytes of an open file, which it closes; fails if they are not all there. */
export class FileReading extends Readable {
  /** Stays the same as long as nobody writes to the file. */
  readonly identity: string
  readonly #key: string
  readonly #fd: number
  #at: number
  #left: number
  #reading = false
  #afterReading: (() => void) | undefined

  constructor(key: string, identity: string, { fd, at, length }: Extent) {
    super({ highWaterMark: partBytes })
    this.identity = identity
    this.#key = key
    this.#fd = fd
    this.#at = at
    this.#left = length
  }

  override _read(): void {
    if (this.#left === 0) this.push(null)
    else this.#readInto(Buffer.allocUnsafeSlow(Math.min(partBytes, this.#left)), (bytes) => this.push(bytes))
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    const end = () => close(this.#fd, (failure) => done(error ?? failure))
    if (this.#reading) this.#afterReading = end
    else end()
  }

  override pipe<To extends NodeJS.WritableStream>(destination: To, options?: { end?: boolean }): To {
    const sends = destination instanceof ServerResponse && options?.end !== false
    if (!sends || this.readableDidRead || this.#left === 0) return super.pipe(destination, options)
    this.#sendTo(destination)
    return destination
  }

  #sendTo(response: ServerResponse): void {
    let onTheWay = 0
    const sendNext = () => {
      if (this.destroyed || this.#reading || this.#left === 0 || onTheWay === partsOnTheWay) return
      const memory = spare.pop() ?? Buffer.allocUnsafeSlow(partBytes)
      this.#readInto(memory, (bytes) => {
        onTheWay++
        response.write(bytes, (error) => {
          onTheWay--
          // only now is nothing of it waiting to be sent; after a failure nobody can be sure
          if (!error && spare.length < mostSpare) spare.push(memory)
          sendNext()
        })
        if (this.#left > 0) return sendNext()
        response.end()
        this.push(null)
        this.resume()
      })
    }
    sendNext()
  }

  /** Hands on as many of the next bytes as fit and were read; destroys the stream when there are none. */
  #readInto(memory: Buffer, use: (bytes: Buffer) => void): void {
    this.#reading = true
    read(this.#fd, memory, 0, Math.min(memory.length, this.#left), this.#at, (error, count) => {
      this.#reading = false
      if (this.#afterReading) return this.#afterReading()
      if (error) return void this.destroy(error)
      if (count === 0) {
        return void this.destroy(new ContentDamaged(this.#key, `${this.#left} bytes are missing`))
      }
      this.#at += count
      this.#left -= count
      use(memory.subarray(0, count))
    })
  }
}
