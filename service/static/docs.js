'use strict';

// Each operation opens by its own address (#/deals/openDeal); nothing is asked of another host (no validator).
window.addEventListener('load', () => {
  SwaggerUIBundle({
    url: '/openapi.json',
    dom_id: '#docs',
    deepLinking: true,
    docExpansion: 'list',
    validatorUrl: null,
    tryItOutEnabled: true,
    persistAuthorization: false,
  });
});
