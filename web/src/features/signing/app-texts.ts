// What the page says on which a signer confirms with an authenticator app.

export const appTexts = {
  title: 'Confirm with your app',
  setUpLead:
    'The sender asks you to confirm with an authenticator app as well. Scan this with an app on your phone, open one on this device, or enter the key by hand.',
  here: 'Open an app on this device',
  key: 'Key',
  setUpCode: 'Then enter the code that the app shows. You need the app each time you open the document.',
  setUp: 'Set up the app, and open the document',
  enterLead:
    'Enter the code that your authenticator app shows for this document. If you have lost the app, tell the sender, who can ask you again.',
  code: 'Code of the app',
  open: 'Open the document',
} as const
