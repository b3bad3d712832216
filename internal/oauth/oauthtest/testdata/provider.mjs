// An authorization server of OAuth 2.1 on npm oidc-provider, for tests. Its state
// is in memory: ended and started again, it knows neither clients nor logins.
//
// It is reached through the Go program that starts it, whose address ISSUER is. Its
// own address is its first line of output. OPTIONS is the JSON of oauthtest.Options.
import http from 'node:http';
import { pathToFileURL } from 'node:url';

const { Provider, errors } = await import(pathToFileURL(process.env.OIDC_PROVIDER));
const { ISSUER, RESOURCE } = process.env;
const options = JSON.parse(process.env.OPTIONS);

const provider = new Provider(ISSUER, {
  clients: [
    { client_id: 'resource', client_secret: process.env.RESOURCE_SECRET, redirect_uris: [], response_types: [], grant_types: [] },
    ...(options.clients || []),
  ],
  clientDefaults: { grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] },
  clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
  scopes: ['openid', 'offline_access', 'default', 'files'],
  features: {
    devInteractions: { enabled: false },
    registration: { enabled: !options.noRegistration },
    revocation: { enabled: !options.noRevocation },
    introspection: { enabled: true, allowedPolicy: (ctx, client) => client.clientId === 'resource' },
    clientIdMetadataDocument: { enabled: Boolean(options.documents), ack: 'draft-02' },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => RESOURCE,
      useGrantedResource: () => true,
      getResourceServerInfo: (ctx, uri) => {
        if (uri !== RESOURCE) throw new errors.InvalidTarget('unknown resource');
        return { scope: 'default files', audience: RESOURCE, accessTokenFormat: 'opaque' };
      },
    },
  },
  // The client-ID metadata documents of boxes that are not on this machine.
  fetch: async (url, init) => {
    const document = options.documents?.[String(url)];
    return document ? new Response(document, { headers: { 'content-type': 'application/json' } }) : globalThis.fetch(url, init);
  },
  pkce: { required: () => true },
  rotateRefreshToken: true,
  issueRefreshToken: async (ctx, client) => !options.noRefresh && client.grantTypeAllowed('refresh_token'),
  ttl: { AccessToken: options.lifetime || 3600, AuthorizationCode: 60, RefreshToken: 86400, Grant: 86400, Session: 86400, Interaction: 600 },
  findAccount: (ctx, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
  routes: { authorization: '/authorize', token: '/token', registration: '/register', revocation: '/revoke', introspection: '/introspect' },
  interactions: { url: (ctx, i) => `/interaction/${i.uid}` },
  cookies: { keys: ['tests'] },
});
// What goes wrong inside is for whoever reads a failed test.
provider.on('server_error', (ctx, e) => console.error('server_error', e));
provider.proxy = true;
const answer = provider.callback();

// interact logs a person in and consents, or declines where the address that began
// the login says login_hint=decline.
async function interact(req, res) {
  const { prompt, params, session, grantId } = await provider.interactionDetails(req, res);
  const finish = (result) => provider.interactionFinished(req, res, result, { mergeWithLastSubmission: Boolean(result.consent) });
  if (params.login_hint === 'decline') return finish({ error: 'access_denied', error_description: 'the operator said no' });
  if (prompt.name === 'login') return finish({ login: { accountId: 'operator' } });
  const grant = grantId ? await provider.Grant.find(grantId) : new provider.Grant({ accountId: session.accountId, clientId: params.client_id });
  if (prompt.details.missingOIDCScope) grant.addOIDCScope(prompt.details.missingOIDCScope.join(' '));
  for (const [resource, scopes] of Object.entries(prompt.details.missingResourceScopes || {})) grant.addResourceScope(resource, scopes.join(' '));
  return finish({ consent: { grantId: await grant.save() } });
}

const server = http.createServer((req, res) => {
  if (!req.url.startsWith('/interaction/')) return answer(req, res);
  return interact(req, res).catch((e) => {
    console.error(e);
    res.writeHead(500).end();
  });
});
// Whoever started it may be killed before it can end this.
process.stdin.resume().on('end', () => process.exit());
server.listen(0, '127.0.0.1', () => console.log(`127.0.0.1:${server.address().port}`));
