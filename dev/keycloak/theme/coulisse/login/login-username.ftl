<#-- First page: who. The password, or the customer's own provider, comes after. -->
<#import "template.ftl" as layout>
<#import "passkeys.ftl" as passkeys>
<@layout.registrationLayout displayMessage=!messagesPerField.existsError('username'); section>
  <#if section = "header">
    ${msg("loginAccountTitle")}
  <#elseif section = "form">
    <p class="lead">${msg("loginLead")}</p>
    <form id="kc-form-login" action="${url.loginAction}" method="post" onsubmit="login.disabled = true; return true;">
      <#if !usernameHidden??>
      <div class="field">
        <label class="label" for="username">${msg("usernameOrEmail")}</label>
        <input class="input" id="username" name="username" value="${(login.username)!''}" type="text" inputmode="email"
               autocapitalize="none" spellcheck="false" dir="ltr" autofocus
               autocomplete="${(enableWebAuthnConditionalUI?has_content)?then('username webauthn', 'username')}"
               <#if messagesPerField.existsError('username')>aria-invalid="true" aria-describedby="input-error-username"</#if>>
        <#if messagesPerField.existsError('username')>
        <span class="error" id="input-error-username" aria-live="polite">${kcSanitize(messagesPerField.get('username'))?no_esc}</span>
        </#if>
      </div>
      </#if>
      <button class="button button-primary" id="kc-login" name="login" type="submit">${msg("doContinue")}</button>
    </form>
    <@passkeys.conditionalUIData />
  <#elseif section = "socialProviders">
    <#if realm.password && social?? && social.providers?has_content>
    <div class="providers">
      <p>${msg("identity-provider-login-label")}</p>
      <div class="choices">
        <#list social.providers as provider>
        <a class="button button-quiet" id="social-${provider.alias}" href="${provider.loginUrl}">${provider.displayName!}</a>
        </#list>
      </div>
    </div>
    </#if>
  </#if>
</@layout.registrationLayout>
