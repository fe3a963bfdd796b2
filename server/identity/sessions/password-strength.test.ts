// Passwords that are easy to guess.
import { expect, test } from 'vitest'
import { guessableReason } from './password-strength.ts'

const robin = {
  email: 'robin.marsh@harbour.example',
  firstName: 'Robin',
  lastName: 'Marsh',
  organisation: 'Harbour Legal',
}

test.each([
  'password1234',
  'Password1234!',
  'P@ssw0rdP@ssw0rd',
  'qwertyuiop12',
  '123456789012',
  'iloveyou12345',
  'letmeinletmein',
  'abcabcabcabcabc',
  'abcdefghijklmnop',
  '987654321098',
  'superman superman',
  'Summer-2026!!',
  'elephant-1234567',
  'aaaaaaaaaaaabcde',
  '1q2w3e4r5t6y',
])('%s is on a list or too similar to one [A-134]', async (password) => {
  expect(await guessableReason(password, robin)).toMatch(/^This password is on lists/)
})

test.each([
  'Robin Marsh 2026',
  'robin.marsh@harbour.example',
  'harbourlegal harbour',
  'R0b1nM4rsh-Harbour',
  'marsh marsh harbour 7',
])('%s is made of known details of the user [A-134]', async (password) => {
  expect(await guessableReason(password, robin)).toMatch(/^This password is made of your name/)
})

test.each([
  'correct horse battery staple',
  'a sturdy test password',
  'a brand new password',
  'lantern orbit marmalade',
  'Xk9#mQ2$vL7!',
  'robin eats lanterns daily',
  'пароль из четырёх слов',
  'plums-and-1-oak',
])('%s is good enough [A-134]', async (password) => {
  expect(await guessableReason(password, robin)).toBeUndefined()
})
