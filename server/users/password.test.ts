import { expect, test } from 'vitest'
import { checkPassword, hashPassword, isPassword } from './password.ts'

test('a password is kept as an argon2id hash that only it fits', async () => {
  const kept = await hashPassword('correct horse battery')
  expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await isPassword(kept, 'correct horse battery')).toBe(true)
  expect(await isPassword(kept, 'correct horse batterY')).toBe(false)
})

test('the same letters typed on another system are the same password', async () => {
  const kept = await hashPassword('caf\u00e9 au lait!')
  expect(await isPassword(kept, 'cafe\u0301 au lait!')).toBe(true)
})

test('nobody has the password of a person without one', async () => {
  expect(await isPassword(null, '')).toBe(false)
  expect(await isPassword(null, 'chancery-demo')).toBe(false)
})

test('short and endless passwords are refused, the shortest and the longest are taken', () => {
  expect(() => checkPassword('123456789')).toThrow('at least 10')
  expect(() => checkPassword('x'.repeat(201))).toThrow('at most 200')
  checkPassword('1234567890')
  checkPassword('x'.repeat(200))
})
