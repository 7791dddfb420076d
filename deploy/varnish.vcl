vcl 4.1;

# Varnish (>= 6.6) in front of the shop, for CDN_PURGE_URL=http://<this server>/purge (docs/operations.md).
# TLS ends before it (nginx, Caddy, hitch). Change the backend and, for more than one process, add a director.
# PURGE_TOKEN is the environment variable of varnishd with the same value as CDN_PURGE_TOKEN.

import std;

backend shop {
  .host = "127.0.0.1";
  .port = "3000";
  .probe = { .url = "/readyz"; .interval = 2s; .timeout = 2s; .window = 3; .threshold = 2; }
}

sub vcl_recv {
  if (req.url == "/purge") {
    if (req.method != "POST" || req.http.Authorization != "Bearer " + std.getenv("PURGE_TOKEN")) {
      return (synth(403));
    }
    ban("obj.http.Surrogate-Key ~ (^|\s)(" + regsuball(req.http.Surrogate-Key, "\s+", "|") + ")(\s|$)");
    return (synth(200));
  }
  # Never answered from the cache: other methods than GET and HEAD, and requests of a signed-in person, with a presale
  # code, in the preview of a closed shop, and of a customer who has just changed their cart.
  if (req.method != "GET" && req.method != "HEAD") { return (pass); }
  if (req.http.Authorization || req.http.X-Code) { return (pass); }
  if (req.http.Cookie ~ "(^|;\s*)((__Host-)?(panel|preview)|cart-stamp)=") { return (pass); }
  # Public answers are the same with any other cookie.
  unset req.http.Cookie;
  # While the shop is healthy an answer is at most a minute late. While it is down, at most a day.
  if (std.healthy(req.backend_hint)) { set req.grace = 60s; }
  return (hash);
}

sub vcl_hash {
  # Parameters of advertisements and mail services, which answers do not depend on (server/http/tracking-params.ts).
  hash_data(regsub(regsuball(req.url, "(?<=[?&])(utm_\w+|fbclid|gclid|gclsrc|gbraid|wbraid|dclid|msclkid|ttclid|twclid|yclid|li_fat_id|igshid|igsh|epik|srsltid|_gl|mc_[ce]id)(=[^&]*)?(&|$)", ""), "[?&]$", ""));
  if (req.http.Host) { hash_data(req.http.Host); } else { hash_data(server.ip); }
  if (req.http.X-Shop) { hash_data(req.http.X-Shop); }
  return (lookup);
}

sub vcl_backend_response {
  if (beresp.http.Surrogate-Key && beresp.http.Cache-Control ~ "s-maxage") {
    set beresp.grace = 24h;
  } else if (beresp.http.Cache-Control !~ "immutable") {
    # Built-in rules cache answers without an age: only files and what the shop has tagged is kept.
    set beresp.uncacheable = true;
    set beresp.ttl = 0s;
  }
  # A failing shop does not replace a good answer.
  if (beresp.status >= 500 && bereq.is_bgfetch) { return (abandon); }
}

sub vcl_deliver {
  unset resp.http.Surrogate-Key;
  unset resp.http.Surrogate-Control;
  unset resp.http.Cache-Tag;
  if (obj.hits > 0) { set resp.http.X-Cache = "hit"; } else { set resp.http.X-Cache = "miss"; }
}
