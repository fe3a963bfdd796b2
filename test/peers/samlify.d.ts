// The part of samlify that tests use: its own types bring those of a browser, which this program must not have.
interface Entity {
  readonly entityMeta: { getEntityID(): string }
}
interface IdentityProviderEntity extends Entity {
  parseLoginRequest(
    sp: Entity,
    binding: 'redirect',
    request: { readonly query: object; readonly octetString: string },
  ): Promise<{ readonly extract: { readonly request: { readonly id: string } } }>
  createLoginResponse(
    sp: Entity,
    request: object | null,
    binding: 'post',
    user: object,
    options: {
      readonly encryptThenSign: boolean
      readonly customTagReplacement: (template: string) => {
        readonly id: string
        readonly context: string
      }
    },
  ): Promise<{ readonly context: string }>
}
export declare function IdentityProvider(settings: object): IdentityProviderEntity
export declare function ServiceProvider(settings: object): Entity
export declare function setSchemaValidator(validator: { validate(xml: string): Promise<string> }): void
