// Calls to the API with an access token. Errors say what the API said.

export class Api {
  readonly #host: string
  readonly #token: string

  constructor(host: string, token: string) {
    this.#host = host
    this.#token = token
  }

  get<Answer>(path: string): Promise<Answer> {
    return this.#json('GET', path)
  }

  post<Answer>(path: string, body: object): Promise<Answer> {
    return this.#json('POST', path, body)
  }

  put<Answer>(path: string, body: object): Promise<Answer> {
    return this.#json('PUT', path, body)
  }

  async patch(path: string, body: object): Promise<void> {
    await this.#send('PATCH', path, body)
  }

  async delete(path: string): Promise<void> {
    await this.#send('DELETE', path)
  }

  async bytes(path: string): Promise<Buffer> {
    return Buffer.from(await (await this.#send('GET', path)).arrayBuffer())
  }

  async #json<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    return (await (await this.#send(method, path, body)).json()) as Answer
  }

  async #send(method: string, path: string, body?: object): Promise<Response> {
    const isForm = body instanceof FormData
    const response = await fetch(this.#host + path, {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    })
    if (!response.ok)
      throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
    return response
  }
}
