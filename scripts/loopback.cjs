// What server-everything lacks; loaded before it with node --require.
"use strict";
const { Server } = require("node:net");

// It has no setting for its address and listens on all of them: keep it on 127.0.0.1.
const listen = Server.prototype.listen;
Server.prototype.listen = function (port, ...rest) {
	const callbacks = rest.filter((argument) => typeof argument === "function");
	return listen.call(this, { host: "127.0.0.1", port }, ...callbacks);
};

// It uses the global crypto, which Debian 12's Node.js 18 does not have yet; without it
// every request is answered with "Parse error".
globalThis.crypto ??= require("node:crypto").webcrypto;
