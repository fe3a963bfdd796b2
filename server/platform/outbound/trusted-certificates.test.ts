// A private authority is trusted in every TLS connection, once its certificates are configured.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { selfSignedCertificate } from './self-signed.ts'
import { trustCertificates } from './trusted-certificates.ts'

test('a server with a certificate from the file is trusted, and was not before', async () => {
  const folder = await mkdtemp('/tmp/chancery-ca-')
  const { key, cert } = selfSignedCertificate()
  const server = createServer({ key, cert }, (_, response) => response.end('here'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    await expect(fetch(address)).rejects.toThrow('fetch failed')
    await writeFile(join(folder, 'ca.pem'), `# our own authority\n${cert}`)
    trustCertificates(join(folder, 'ca.pem'))
    expect(await (await fetch(address)).text()).toBe('here')
    // and those of public authorities still are
    trustCertificates(join(folder, 'ca.pem'))
  } finally {
    server.close()
    await rm(folder, { recursive: true })
  }
})

test('a missing file, or one without certificates, is named', async () => {
  expect(() => trustCertificates('/nowhere/ca.pem')).toThrow(
    /CHANCERY_CA_FILE \(\/nowhere\/ca\.pem\).*ENOENT/,
  )
  expect(() => trustCertificates('/etc/hostname')).toThrow(/no certificate in PEM form/)
})
