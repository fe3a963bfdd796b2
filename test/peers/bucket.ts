// A bucket with objects, on a server of the real protocol behind TLS.
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { startFauxqs } from 'fauxqs'
import { freePort } from './free-port.ts'
import { startTlsFront } from './tls-front.ts'

interface GivenBucket {
  /** An https address of this machine. */
  readonly endpoint: string
  readonly name: string
  readonly stop: () => Promise<void>
}

/** Starts one with these objects by their keys. */
export async function startBucket(objects: Readonly<Record<string, string>>): Promise<GivenBucket> {
  const port = await freePort()
  const server = await startFauxqs({ port, host: '127.0.0.1', logger: false })
  const front = await startTlsFront(port)
  const client = new S3Client({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  })
  const name = 'archive'
  await client.send(new CreateBucketCommand({ Bucket: name }))
  for (const [Key, text] of Object.entries(objects))
    await client.send(new PutObjectCommand({ Bucket: name, Key, Body: Buffer.from(text) }))
  client.destroy()
  const stop = async () => {
    front.close()
    await server.stop()
  }
  return { endpoint: front.address, name, stop }
}
